import { connect } from 'node:net'

/**
 * Sends requests over several connections until the time is up. Each connection sends its next request as soon as it
 * receives a response.
 * @param ports the ports of the services; the connections are spread over the ports
 * @param next returns the next request, `{method, path, body, cookie}`, or null if there are no more
 * @returns the time of each request in milliseconds, and the total time in seconds
 * @throws Error if a response has a status other than 2xx
 */
export async function load(ports, next, { connections = 16, seconds }) {
  const start = performance.now()
  const end = start + seconds * 1000
  const nextInTime = () => (performance.now() < end ? next() : null)
  const times = await Promise.all(
    Array.from({ length: connections }, (_, index) => send(ports[index % ports.length], nextInTime)),
  )
  return { times: times.flat(), seconds: (performance.now() - start) / 1000 }
}

/**
 * Sends requests over one connection. This is a minimal HTTP/1.1 client, because a complete one would need more CPU
 * time than the service.
 */
function send(port, next) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const times = []
    let text = ''
    let start = 0
    const sendNext = () => {
      const request = next()
      if (request === null) return socket.end(() => resolve(times))
      start = performance.now()
      socket.write(messageOf(request))
    }
    socket.setEncoding('latin1')
    socket.on('connect', sendNext)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      text += chunk
      if (!isComplete(text)) return
      if (text[9] !== '2') return reject(new Error(text.slice(0, 1000)))
      times.push(performance.now() - start)
      text = ''
      sendNext()
    })
  })
}

function messageOf({ method, path, body, cookie }) {
  const cookieHeader = cookie === undefined ? '' : `cookie: ${cookie}\r\n`
  const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${cookieHeader}`
  if (body === undefined) return `${head}\r\n`
  const payload = JSON.stringify(body)
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(payload)}\r\n\r\n${payload}`
}

function isComplete(text) {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))
  return text.length >= end + 4 + Number(length?.[1] ?? 0)
}
