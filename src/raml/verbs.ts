/** The methods of HTTP (RFC 2616, RFC 5789) that RAML 0.8 knows. */
export const VERBS = ['get', 'post', 'put', 'delete', 'head', 'patch', 'options', 'trace', 'connect'] as const
