import type { AddressInfo } from 'node:net'
import type { TestApp } from './app.ts'

/** The port of the loopback on which the server that tests share listens; from the first time this is asked. */
export async function listeningPort({ app: { http } }: TestApp): Promise<number> {
  if (!http.server.listening) await http.listen({ host: '127.0.0.1', port: 0 })
  return (http.server.address() as AddressInfo).port
}
