/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/**
 * A JSON schema (2020-12). Local references are either resolved, or point into the `$defs` of the schema itself or of
 * the service.
 */
export type JsonSchema = { readonly [keyword: string]: Json }
