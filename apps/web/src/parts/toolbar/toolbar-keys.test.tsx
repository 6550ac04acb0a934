import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test } from 'vitest'
import { ToolbarKeys } from './toolbar-keys.tsx'

afterEach(() => render(null, document.body))

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!
const stops = () =>
  [...document.querySelectorAll('button')]
    .filter(({ tabIndex }) => tabIndex === 0)
    .map(({ textContent }) => textContent)
/** Presses a key on the focused button. Returns the button with the focus afterwards, and whether the key reached the page. */
function press(key: string, modifiers: KeyboardEventInit = {}) {
  let isHeard = false
  const hear = () => (isHeard = true)
  document.body.addEventListener('keydown', hear)
  document.activeElement!.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }),
  )
  document.body.removeEventListener('keydown', hear)
  return [document.activeElement?.textContent, isHeard]
}

test('a toolbar is one stop, arrows, Home and End move in it, and its menu has keys of its own', async () => {
  await act(() =>
    render(
      <div role="toolbar">
        <ToolbarKeys />
        <button type="button">Bold</button>
        <button type="button">Link</button>
        <span>
          <button type="button">More</button>
          <div role="menu">
            <button type="button" tabIndex={-1}>
              Strike
            </button>
          </div>
        </span>
      </div>,
      document.body,
    ),
  )
  expect(stops()).toEqual(['Bold'])
  button('Bold').focus()
  expect(press('ArrowRight')).toEqual(['Link', false])
  expect(stops()).toEqual(['Link'])
  expect(press('End')).toEqual(['More', false])
  expect(press('ArrowRight')).toEqual(['Bold', false])
  expect(press('ArrowLeft')).toEqual(['More', false])
  expect(press('Home')).toEqual(['Bold', false])
  expect(press('ArrowRight', { altKey: true })).toEqual(['Bold', true])
  expect(press('x')).toEqual(['Bold', true])
  button('Strike').focus()
  expect(press('ArrowRight')).toEqual(['Strike', true])
})

test('a button that is added is not another stop, and if the button with the focus goes, the first one is the stop', async () => {
  const draw = (names: readonly string[]) =>
    act(() =>
      render(
        <div role="toolbar">
          <ToolbarKeys />
          {names.map((name) => (
            <button key={name} type="button">
              {name}
            </button>
          ))}
        </div>,
        document.body,
      ),
    )
  await draw(['Bold', 'GIF'])
  button('GIF').focus()
  expect(stops()).toEqual(['GIF'])
  await draw(['Bold', 'Call'])
  await expect.poll(stops).toEqual(['Bold'])
})
