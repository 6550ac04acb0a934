import type { State } from '@tagma/sync/state.ts'
import { expect, test } from 'vitest'
import { channelsToWrite } from './token-channels.ts'

const channel = (stream_id: number, name: string, more: object = {}) => ({
  stream_id,
  name,
  is_archived: false,
  invite_only: false,
  hidden_from_agents: false,
  ...more,
})
const state = {
  subscriptions: [
    channel(1, 'zoo'),
    channel(2, 'design'),
    channel(3, 'old', { is_archived: true }),
    channel(4, 'secret', { invite_only: true }),
    channel(5, 'board', { hidden_from_agents: true }),
  ],
} as unknown as Pick<State, 'subscriptions'>

test('agents are offered the channels that one is in, by name, and bots none that may be hidden from them', () => {
  const idsFor = (botId: number | undefined) => channelsToWrite(state, botId).map((one) => one.stream_id)
  expect(idsFor(undefined)).toEqual([2, 4, 1])
  expect(idsFor(9)).toEqual([2, 1])
  expect(channelsToWrite(undefined, undefined)).toEqual([])
})
