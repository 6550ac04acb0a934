import { expect, test } from 'vitest'
import { differencesOf } from './channel-exceptions.ts'

const nothing = {
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
}
const general = {
  enable_stream_desktop_notifications: true,
  enable_stream_audible_notifications: false,
  enable_stream_push_notifications: false,
  enable_stream_email_notifications: false,
  wildcard_mentions_notify: true,
} as never

const waysOf = (own: Partial<Record<keyof typeof nothing, boolean>>) =>
  differencesOf({ ...nothing, ...own }, general).map(([way]) => way)

test('a channel without its own settings is not an exception', () => {
  expect(waysOf({})).toEqual([])
})

test('a setting that equals the general one is not an exception', () => {
  expect(waysOf({ desktop_notifications: true, push_notifications: false })).toEqual([])
})

test('each way that differs is named, in the order of the table', () => {
  expect(
    waysOf({
      wildcard_mentions_notify: false,
      desktop_notifications: false,
      email_notifications: true,
      audible_notifications: false,
    }),
  ).toEqual(['screen', 'mail', 'everybody'])
})
