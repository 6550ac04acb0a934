import type { Bus, BusMessage } from '#ports/bus.ts'

/** A bus that a test can disconnect. */
export interface TestBus extends Bus {
  isCut: boolean
}

/** Makes connected buses for so many processes. A disconnected bus misses everything published meanwhile. */
export function buses(count: number): TestBus[] {
  const listeners: ((message: BusMessage) => void)[][] = Array.from({ length: count }, () => [])
  const made = listeners.map((own): TestBus => {
    const bus: TestBus = {
      isShared: true,
      isCut: false,
      get isThere() {
        return !bus.isCut
      },
      publish(message) {
        if (bus.isCut) return
        const text = JSON.stringify(message)
        for (const [index, others] of listeners.entries()) {
          if (others === own || made[index]?.isCut) continue
          for (const listener of others) listener(JSON.parse(text) as BusMessage)
        }
      },
      subscribe: (listener) => void own.push(listener),
      close: async () => {},
    }
    return bus
  })
  return made
}
