import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { delays } from '../delays.ts'

/**
 * Puts a line between the hosts and a service. Each direction takes `delay` milliseconds. It is a program, because not
 * every kernel has `netem`. Returns its port at `address`.
 */
export async function delayedLine(
  address: string,
  service: { readonly host: string; readonly port: number },
  delay: number,
): Promise<number> {
  const later = delays(delay)
  const server = createServer({ noDelay: true }, (socket) => {
    const onward = connect({ ...service, noDelay: true })
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      from
        .on('error', () => {})
        .on('data', (chunk: Buffer) => later(() => void to.write(chunk)))
        .on('close', () => later(() => void to.destroy()))
  })
  server.listen(0, address)
  await once(server, 'listening')
  // The line ends with the program.
  server.unref()
  return (server.address() as AddressInfo).port
}
