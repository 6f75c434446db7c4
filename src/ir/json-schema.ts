/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/**
 * A draft 4 JSON schema. Local references are either resolved or point into the `definitions` of the model's schema.
 */
export type JsonSchema = { readonly [keyword: string]: Json }
