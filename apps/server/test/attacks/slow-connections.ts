import type { Socket } from 'node:net'
import { type Attack, Broken } from './attack.ts'

const each = 150
/** In seconds: after this time all of them must be closed. It is a minute without progress, and the time to notice. */
const longest = 90

const head = (path: string, rest: string) => `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${rest}`
const boundary = 'content-type: multipart/form-data; boundary=x\r\n'

/** Beginnings of requests that never go on. */
const beginnings = {
  'half headers': head('/api/v1/fetch_api_key', 'X-Half: '),
  'half bodies': head(
    '/api/v1/fetch_api_key',
    'content-type: application/x-www-form-urlencoded\r\ncontent-length: 1000\r\n\r\nusername=',
  ),
  'half forms': head(
    '/accounts/password/reset',
    `${boundary}content-length: 5000\r\n\r\n--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb`,
  ),
}

export const slowConnections: Attack = {
  name: 'slow-connections',
  title: `${3 * each} requests that never come in whole, and ${each} connections that say nothing`,
  bounds: { memoryMib: 60, cpuSeconds: 15, wait: 1500 },
  async run({ connect }) {
    const open = new Map<Socket, string>()
    const begin = async (what: string, text: string) => {
      const socket = await connect()
      open.set(socket, what)
      socket.on('close', () => open.delete(socket)).resume()
      if (text !== '') socket.write(text)
    }
    for (let count = 0; count < each; count++) {
      for (const [what, text] of Object.entries(beginnings)) await begin(what, text)
      await begin('silence', '')
    }
    const began = performance.now()
    const isOver = () => [...open.values()].every((what) => what === 'silence')
    while (!isOver() && performance.now() - began < longest * 1000)
      await new Promise((resolve) => setTimeout(resolve, 250))
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    const left = Map.groupBy(open.values(), (what) => what)
    for (const socket of open.keys()) socket.destroy()
    const silent = left.get('silence')?.length ?? 0
    left.delete('silence')
    if (left.size > 0)
      throw new Broken(
        `After ${longest} s there are still open: ${[...left].map(([what, all]) => `${all.length} ${what}`).join(', ')}.`,
      )
    return `all requests were cut off within ${seconds} s; ${silent} silent connections were still open then`
  },
}
