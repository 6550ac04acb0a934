import { randomUUID } from 'node:crypto'
import { describe } from 'vitest'
import { busSuite } from '#ports/bus.suite.ts'
import { natsBus } from './nats-bus.ts'

const url = process.env.TEST_NATS_URL ?? ''
const quiet = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }

describe.runIf(url !== '')('NATS', () => {
  busSuite((count) => {
    const installation = randomUUID()
    return Promise.all(Array.from({ length: count }, () => natsBus(url, installation, quiet)))
  })
})
