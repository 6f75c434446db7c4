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
    title: 'POST /pets calls its function',
    method: 'POST',
    path: '/v2/api/pets',
    headers: { 'content-type': 'application/json' },
    body: '{"born":"2024-05-01","home":{"inside":{},"rooms":3},"kind":"cat","mail":"someone-1@example.com","name":"name-1","tag":"tag-1","weight":1}',
    status: 501,
    returns: 'problem',
  },
  { title: 'GET /pets/{petId} calls its function', method: 'GET', path: '/v2/api/pets/1', status: 501 },
  {
    title: 'PUT /pets/{petId} calls its function',
    method: 'PUT',
    path: '/v2/api/pets/1',
    headers: { 'content-type': 'multipart/form-data; boundary=boundary-of-parts' },
    body: '--boundary-of-parts\r\nContent-Disposition: form-data; name="photo"; filename="file.txt"\r\nContent-Type: text/plain\r\n\r\ncontent\r\n--boundary-of-parts--\r\n',
    status: 501,
    returns: 'problem',
  },
]

/** Tests that are not certain to pass for each valid service. */
export const missing: readonly MissingTest[] = [
  {
    title: 'GET /pets/by-coordinates/{point} calls its function',
    reason: 'No value is certain to be valid for the parameter point.',
  },
]
