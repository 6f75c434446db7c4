import type { MissingTest, TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'GET /pets calls its function',
    method: 'GET',
    path: '/v2/api/pets',
    status: 501,
    returns: 'problem',
  },
  {
    title: 'GET /pets rejects unknown parameters',
    method: 'GET',
    path: '/v2/api/pets?_unknown=1',
    status: 400,
    returns: 'problem',
  },
  {
    title: 'POST /pets calls its function',
    method: 'POST',
    path: '/v2/api/pets',
    status: 501,
    headers: { 'content-type': 'application/json' },
    body: '{"born":"2024-05-01","home":{"inside":{},"rooms":3},"kind":"cat","mail":"someone-1@example.com","name":"name-1","tag":"tag-1","weight":1}',
    returns: 'problem',
  },
  {
    title: 'POST /pets rejects unknown parameters',
    method: 'POST',
    path: '/v2/api/pets?_unknown=1',
    status: 400,
    returns: 'problem',
  },
  {
    title: 'PUT /pets is not allowed',
    method: 'PUT',
    path: '/v2/api/pets',
    status: 405,
    returns: 'problem',
    allow: 'GET, HEAD, POST',
  },
  {
    title: 'POST /pets/by-coordinates/{point} is not allowed',
    method: 'POST',
    path: '/v2/api/pets/by-coordinates/any',
    status: 405,
    returns: 'problem',
    allow: 'GET, HEAD',
  },
  {
    title: 'GET /pets/{petId} calls its function',
    method: 'GET',
    path: '/v2/api/pets/1',
    status: 501,
    returns: 'problem',
  },
  {
    title: 'GET /pets/{petId} rejects unknown parameters',
    method: 'GET',
    path: '/v2/api/pets/1?_unknown=1',
    status: 400,
    returns: 'problem',
  },
  {
    title: 'PUT /pets/{petId} calls its function',
    method: 'PUT',
    path: '/v2/api/pets/1',
    status: 501,
    headers: { 'content-type': 'multipart/form-data; boundary=boundary-of-parts' },
    body: '--boundary-of-parts\r\nContent-Disposition: form-data; name="photo"; filename="file.txt"\r\nContent-Type: text/plain\r\n\r\ncontent\r\n--boundary-of-parts--\r\n',
    returns: 'problem',
  },
  {
    title: 'PUT /pets/{petId} rejects unknown parameters',
    method: 'PUT',
    path: '/v2/api/pets/1?_unknown=1',
    status: 400,
    returns: 'problem',
  },
  {
    title: 'POST /pets/{petId} is not allowed',
    method: 'POST',
    path: '/v2/api/pets/any',
    status: 405,
    returns: 'problem',
    allow: 'GET, HEAD, PUT',
  },
]

/** Tests that are not certain to pass for each valid service. */
export const missing: readonly MissingTest[] = [
  {
    title: 'GET /pets/by-coordinates/{point} calls its function',
    reason: 'No value is certain to be valid for the parameter point.',
  },
  {
    title: 'GET /pets/by-coordinates/{point} rejects unknown parameters',
    reason: 'No value is certain to be valid for the parameter point.',
  },
]
