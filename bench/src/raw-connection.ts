import { connect, type Socket } from 'node:net'

/** A kept HTTP/1.1 connection that costs the client little CPU, for load on the same machine as the server. */
export class RawConnection {
  readonly #socket: Socket
  #chunks: Buffer[] = []
  #length = 0
  #missing = Infinity
  #waiting: { resolve: (body: string) => void; reject: (error: unknown) => void } | undefined

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#socket = connect(Number(port), hostname)
    this.#socket
      .setNoDelay(true)
      .on('data', (chunk: Buffer) => this.#take(chunk))
      .on('error', (error) => this.#waiting?.reject(error))
      .on('close', () => this.#waiting?.reject(new Error('The server closed the connection')))
  }

  /**
   * Sends a request and resolves with the body of the answer. Rejects unless the status is 200. One request at a time.
   */
  request(method: 'GET' | 'POST', path: string, authorization: string, body = ''): Promise<string> {
    const head = `${method} /api/v1${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\n`
    const form =
      method === 'POST'
        ? `content-type: application/x-www-form-urlencoded\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
        : ''
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(`${head}${form}\r\n${body}`)
    })
  }

  /** False after either side has ended it. Servers end connections that are idle for long. */
  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.readyState !== 'closed'
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    if (this.#missing === Infinity) {
      const all = Buffer.concat(this.#chunks)
      this.#chunks = [all]
      const end = all.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = all.toString('latin1', 0, end)
      this.#missing = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    }
    if (this.#length < this.#missing) return
    const text = Buffer.concat(this.#chunks).toString('utf8')
    const waiting = this.#waiting
    this.#chunks = []
    this.#length = 0
    this.#missing = Infinity
    this.#waiting = undefined
    const body = text.slice(text.indexOf('\r\n\r\n') + 4)
    if (text.startsWith('HTTP/1.1 200')) waiting?.resolve(body)
    else waiting?.reject(new Error(`Answered with ${text.slice(0, 400)}`))
  }
}
