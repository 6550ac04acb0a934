import type { AddressInfo } from 'node:net'
import type { TestApp } from './app.ts'

/** Port of the loopback on which the shared server listens. The first call makes it listen. */
export async function listeningPort({ app: { http } }: TestApp): Promise<number> {
  if (!http.server.listening) await http.listen({ host: '127.0.0.1', port: 0 })
  return (http.server.address() as AddressInfo).port
}
