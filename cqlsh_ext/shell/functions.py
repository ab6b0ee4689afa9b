"""Functions that Cassandra 5.0 has built in, beyond those that cqlsh's grammar names."""

FUNCTIONS = (
    "abs", "avg", "blob_as_bigint", "blob_as_int", "blob_as_text", "blob_as_uuid", "collection_avg",
    "collection_count", "collection_max", "collection_min", "collection_sum", "current_date", "current_time",
    "current_timestamp", "current_timeuuid", "exp", "from_json", "int_as_blob", "log", "log10", "map_keys",
    "map_values", "mask_default", "mask_hash", "mask_inner", "mask_null", "mask_outer", "mask_replace", "max",
    "max_timeuuid", "min", "min_timeuuid", "now", "round", "similarity_cosine", "similarity_dot_product",
    "similarity_euclidean", "sum", "text_as_blob", "to_date", "to_json", "to_timestamp", "to_unix_timestamp", "uuid",
)  # fmt: skip
