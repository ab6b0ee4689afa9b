"""All that is known to go wrong, in the order in which it is looked for."""

from cqlsh_ext.connect.faults import aws, login, network, tls

FAULTS = (*aws.FAULTS, *tls.FAULTS, *network.FAULTS, *login.FAULTS, *aws.FILES)
