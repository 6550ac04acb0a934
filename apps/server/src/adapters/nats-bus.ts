import { createHash } from 'node:crypto'
import { connect } from '@nats-io/transport-node'
import type { Bus, BusMessage } from '#ports/bus.ts'
import type { Log } from '#ports/log.ts'

/**
 * Carries messages between the processes of one installation over NATS (core); `installation` tells it from others that
 * use the same NATS. While NATS is away, messages are dropped and it tries again.
 */
export async function natsBus(url: string, installation: string, log: Log): Promise<Bus> {
  // A hash, because not every character may be in a subject.
  const subject = `tagma.${createHash('sha256').update(installation).digest('hex').slice(0, 32)}`
  const connection = await connect({
    servers: url,
    name: 'tagma',
    maxReconnectAttempts: -1,
    waitOnFirstConnect: false,
    noEcho: true,
    timeout: 5000,
  })
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect')
        log.warn({}, 'NATS is away: events reach other processes later until it is back.')
      if (status.type === 'reconnect') log.info({}, 'NATS is back.')
    }
  })()
  return {
    isShared: true,
    publish(message) {
      if (!connection.isClosed()) connection.publish(subject, JSON.stringify(message))
    },
    subscribe(listener) {
      const subscription = connection.subscribe(subject)
      void (async () => {
        for await (const message of subscription) listener(message.json<BusMessage>())
      })()
    },
    close: () => connection.drain(),
  }
}
