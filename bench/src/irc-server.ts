import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** An IRC server for one client: as much of the protocol as The Lounge needs to be in channels and hear messages. */
export interface IrcServer {
  readonly port: number
  /** Resolves when the client is in that many channels. */
  joined(count: number): Promise<void>
  /** Sends a line of somebody to a channel. Resolves when the client can take more. */
  say(channel: string, nick: string, text: string): Promise<void>
  close(): void
}

const name = 'irc.example'

/** Starts the server on a free port of this machine. */
export async function startIrcServer(): Promise<IrcServer> {
  let client: Socket | undefined
  const channels = new Set<string>()
  const server = createServer((socket) => {
    client = socket
    let nick = '*'
    let rest = ''
    const answer = (...lines: string[]) => void socket.write(lines.map((line) => `${line}\r\n`).join(''))
    const commands: Readonly<Record<string, (words: readonly string[]) => void>> = {
      CAP: ([kind]) => kind === 'LS' && answer(`:${name} CAP * LS :`),
      NICK: ([wanted = '*']) => (nick = wanted),
      USER: () =>
        answer(
          `:${name} 001 ${nick} :Welcome`,
          `:${name} 005 ${nick} CHANTYPES=# :are supported`,
          `:${name} 422 ${nick} :`,
        ),
      PING: ([token = '']) => answer(`:${name} PONG ${name} ${token}`),
      JOIN: ([list = '']) => {
        for (const channel of list.split(',')) {
          channels.add(channel)
          answer(
            `:${nick}!${nick}@${name} JOIN ${channel}`,
            `:${name} 353 ${nick} = ${channel} :${nick}`,
            `:${name} 366 ${nick} ${channel} :`,
          )
        }
      },
    }
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      const lines = (rest + text).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [command = '', ...words] = line.split(' ')
        commands[command]?.(words)
      }
    })
    socket.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The IRC server has no port')
  return {
    port: address.port,
    async joined(count) {
      for (let tries = 0; channels.size < count; tries++) {
        if (tries > 600) throw new Error(`The client joined ${channels.size} of ${count} channels`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    async say(channel, nick, text) {
      if (!client) throw new Error('Nobody is connected')
      if (!client.write(`:${nick}!${nick}@${name} PRIVMSG ${channel} :${text}\r\n`))
        await once(client, 'drain')
    },
    close() {
      client?.destroy()
      server.close()
    },
  }
}
