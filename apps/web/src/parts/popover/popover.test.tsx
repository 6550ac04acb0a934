import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test, vi } from 'vitest'
import { Popover } from './popover.tsx'

afterEach(() => {
  render(null, document.body)
  vi.unstubAllGlobals()
})

const draw = () =>
  act(() =>
    render(
      <Popover label="Emoji" anchor={document.body} onClose={() => {}}>
        <input id="find" autofocus />
      </Popover>,
      document.body,
    ),
  )
const focused = () => document.activeElement?.id || document.activeElement?.className

test('the field for finding has the focus at a desk; by touch it waits for the first key', async () => {
  await draw()
  expect(focused()).toBe('find')
  render(null, document.body)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  await draw()
  expect(focused()).toBe('popover')
  document.querySelector('.popover')!.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }))
  expect(focused()).toBe('find')
})
