import type { Socket } from 'node:net'
import type { Attack } from './attack.ts'

const messages = 300
const readers = 6
/** In seconds: the readers take nothing for so long. */
const patience = 30

export const lazyReaders: Attack = {
  name: 'lazy-readers',
  title: `${readers} readers who ask for ${messages} large messages and do not take them`,
  bounds: { memoryMib: 200, cpuSeconds: 90, wait: 2500 },
  async run({ call, connect, channel, authorization }) {
    let refused = 0
    for (let count = 0; count < messages; count += 10) {
      const sent = await Promise.all(
        Array.from({ length: 10 }, () =>
          call('POST', '/messages', {
            type: 'channel',
            to: channel,
            topic: 'large',
            content: '$$x$$ '.repeat(1600),
          }),
        ),
      )
      refused += sent.filter(({ status }) => status !== 200).length
    }
    const sockets: Socket[] = []
    for (let count = 0; count < readers; count++) {
      const socket = await connect()
      sockets.push(socket.pause())
      socket.write(
        `GET /api/v1/messages?anchor=newest&num_before=5000&num_after=0 HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, patience * 1000))
    for (const socket of sockets) socket.destroy()
    return `${messages - refused} messages were taken, ${refused} refused`
  },
}
