/** Where parameters are. */
export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie' | 'form'

/** How the values of a parameter are written (RFC 6570; OpenAPI 3.1, "Style Values"). */
export type ParameterStyle =
  'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject'
