# cqlsh-ext in a box: docker build -t cqlsh-ext .
ARG BASE=python:3.13-slim-trixie

FROM ${BASE} AS build
WORKDIR /src
RUN python -m venv /opt/build && python -m venv /opt/cqlsh-ext
ENV PATH=/opt/cqlsh-ext/bin:$PATH PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
COPY docker/*.lock docker/
RUN /opt/build/bin/pip install --quiet --require-hashes --requirement docker/build.lock \
 && pip install --quiet --require-hashes --no-deps --requirement docker/requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY cqlsh_ext cqlsh_ext
RUN /opt/build/bin/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist . \
 && pip install --quiet --no-deps dist/*.whl && pip check
COPY docker/slim docker/
RUN docker/slim /opt/cqlsh-ext
COPY docker/bin /opt/cqlsh-ext/compatible

# the stand-in for Amazon Keyspaces, to try signed logins at home: docker build --target keyspaces .
FROM ${BASE} AS keyspaces
RUN python -m venv /opt/keyspaces
ENV PATH=/opt/keyspaces/bin:$PATH PYTHONPATH=/opt/keyspaces PYTHONUNBUFFERED=1
COPY docker/keyspaces.lock /tmp/
RUN pip install --quiet --no-cache-dir --require-hashes --requirement /tmp/keyspaces.lock \
 && mkdir /certificates && chmod 1777 /certificates
COPY tests/keyspaces /opt/keyspaces/keyspaces
USER 10001:10001
VOLUME /certificates
EXPOSE 9142
ENTRYPOINT ["sh", "-c", "exec python -m keyspaces --address $(hostname -i) --certificates /certificates \"$@\"", "keyspaces"]

FROM ${BASE}
ARG VERSION=0.1.0
LABEL org.opencontainers.image.title="cqlsh-ext" \
      org.opencontainers.image.description="cqlsh that shows what is inside compressed blobs" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}"
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends less >/dev/null \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log \
 && rm -rf "$(python -c 'import os, pip; print(os.path.dirname(pip.__file__))')"* /usr/bin/pip* /usr/local/bin/pip* \
 && mkdir -p /work /home/cqlsh/.cassandra /home/cqlsh/.aws \
 && chmod 1777 /work /home/cqlsh /home/cqlsh/.cassandra
COPY --from=build /opt/cqlsh-ext /opt/cqlsh-ext
ENV PATH=/opt/cqlsh-ext/compatible:/opt/cqlsh-ext/bin:$PATH HOME=/home/cqlsh LANG=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
USER 10001:10001
WORKDIR /work
VOLUME /home/cqlsh/.cassandra
ENTRYPOINT ["cqlsh-ext"]
