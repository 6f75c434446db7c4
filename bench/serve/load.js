import { connect } from 'node:net'

/**
 * Sends requests over some connections, each as soon as the last one is answered, until the time is over.
 * @param next makes the next request: `{method, path, body, cookie}`
 * @returns how many were answered, and in how many seconds
 * @throws Error for an answer that is no success
 */
export async function load(port, next, { connections = 16, seconds }) {
  const end = performance.now() + seconds * 1000
  const started = performance.now()
  const counts = await Promise.all(
    Array.from({ length: connections }, () => talk(port, () => (performance.now() < end ? next() : null))),
  )
  const count = counts.reduce((sum, each) => sum + each, 0)
  return { count, seconds: (performance.now() - started) / 1000 }
}

/** A bare client of HTTP/1.1: it costs much less than the service that it loads. */
function talk(port, next) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let count = 0
    let text = ''
    const send = () => {
      const request = next()
      if (request === null) return socket.end(() => resolve(count))
      socket.write(messageOf(request))
    }
    socket.setEncoding('latin1')
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      text += chunk
      if (!isWhole(text)) return
      if (text[9] !== '2') return reject(new Error(text.slice(0, 1000)))
      count += 1
      text = ''
      send()
    })
  })
}

function messageOf({ method, path, body, cookie }) {
  const known = cookie === undefined ? '' : `cookie: ${cookie}\r\n`
  const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${known}`
  if (body === undefined) return `${head}\r\n`
  const payload = JSON.stringify(body)
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(payload)}\r\n\r\n${payload}`
}

function isWhole(text) {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))
  return text.length >= end + 4 + Number(length?.[1] ?? 0)
}
