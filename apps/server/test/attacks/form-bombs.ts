import { type Attack, Broken } from './attack.ts'
import type { Target } from './target.ts'

const connections = 8
const fields = 96
const field = 'y'.repeat(1024 * 1024)
const part = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/**
 * Sends a form of 96 MiB as fast as the server takes it. Resolves with the status, or undefined if the connection was
 * cut.
 */
async function bomb({ connect }: Target, path: string): Promise<number | undefined> {
  const socket = await connect()
  let answer = ''
  const end = new AbortController()
  const over = new Promise<void>((resolve) => {
    socket.on('data', (bytes: Buffer) => {
      answer += bytes.toString('latin1')
      resolve()
    })
    socket.once('close', () => resolve())
  }).then(() => end.abort())
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\ncontent-type: multipart/form-data; boundary=x\r\ntransfer-encoding: chunked\r\n\r\n`,
  )
  for (let count = 0; count < fields && !end.signal.aborted; count++) {
    const text = part(`f${count}`, field)
    const isTaken = socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
    if (!isTaken) await Promise.race([over, new Promise((resolve) => socket.once('drain', resolve))])
  }
  await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 10_000))])
  socket.destroy()
  const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]
  return status === undefined ? undefined : Number(status)
}

export const formBombs: Attack = {
  name: 'form-bombs',
  title: `${connections} forms of ${fields} MiB each for a page, and as many for the API, without an account`,
  bounds: { memoryMib: 120, cpuSeconds: 20, wait: 2000 },
  async run(target) {
    const statuses: (number | undefined)[] = []
    for (const path of ['/accounts/password/reset', '/api/v1/fetch_api_key'])
      statuses.push(...(await Promise.all(Array.from({ length: connections }, () => bomb(target, path)))))
    const taken = statuses.filter((status) => status !== undefined && (status < 400 || status >= 500))
    if (taken.length > 0) throw new Broken(`${taken.length} forms were answered with ${taken[0]}.`)
    return `answered with ${[...new Set(statuses.map((status) => status ?? 'the end of the connection'))].join(', ')}`
  },
}
