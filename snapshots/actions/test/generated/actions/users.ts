import type { TestRequest } from '../requests.js'

export const requests: readonly TestRequest[] = [
  {
    title: 'POST /users/{username} calls its function',
    method: 'POST',
    path: '/v1/users/{user 1}',
    rows: ['user 1'],
    headers: { 'content-type': 'text/plain' },
    body: 'text',
    status: 501,
    returns: 'problem',
  },
  {
    title: 'GET /users/{username}/avatar calls its function',
    method: 'GET',
    path: '/v1/users/{user 1}/avatar',
    rows: ['user 1'],
    status: 501,
    returns: 'problem',
  },
  {
    title: 'PUT /users/{username}/avatar calls its function',
    method: 'PUT',
    path: '/v1/users/{user 1}/avatar',
    rows: ['user 1'],
    headers: { 'content-type': 'multipart/form-data; boundary=boundary-of-parts' },
    body: '--boundary-of-parts\r\nContent-Disposition: form-data; name="image"; filename="file.txt"\r\nContent-Type: text/plain\r\n\r\ncontent\r\n--boundary-of-parts--\r\n',
    status: 501,
    returns: 'problem',
  },
  {
    title: 'POST /users/{username}/stories/{id}/publish calls its function',
    method: 'POST',
    path: '/v1/users/{user 1}/stories/{story 2}/publish',
    rows: ['user 1', 'story 2'],
    status: 501,
    returns: 'problem',
  },
]
