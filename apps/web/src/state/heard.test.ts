import type { ServerEvent } from '@tagma/client/server-event.ts'
import { expect, test } from 'vitest'
import { withHeard } from './heard.ts'

const event = (type: string) => ({ type, id: 1 }) as ServerEvent

test('counts events of lists that the page does not keep, and no others', () => {
  const once = withHeard({}, [event('invites_changed'), event('message')])
  expect(once).toEqual({ invites_changed: 1 })
  expect(withHeard(once, [event('attachment'), event('invites_changed')])).toEqual({
    attachment: 1,
    invites_changed: 2,
  })
  expect(withHeard(once, [event('presence')])).toBe(once)
})
