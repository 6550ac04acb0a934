import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test } from 'vitest'
import { type App, AppContext } from '#state/use-app.ts'
import { useMoveByKey } from './move-by-key.ts'

afterEach(() => render(null, document.body))

function Articles() {
  const moveByKey = useMoveByKey()
  return (
    <div onKeyDown={moveByKey}>
      {['first', 'second', 'third'].map((name) => (
        <article key={name} class="message" id={name} tabIndex={0}>
          <a href="#inside">Link</a>
        </article>
      ))}
    </div>
  )
}

/** Presses a key on the second of three messages. Returns the id of the message that has the focus then. */
async function after(key: string, { hasSingleKeys = true, ...parts }: Parts = {}): Promise<string> {
  const app = { store: { get: () => ({ device: { hasSingleKeys } }) } } as unknown as App
  await act(() =>
    render(
      <AppContext.Provider value={app}>
        <Articles />
      </AppContext.Provider>,
      document.body,
    ),
  )
  const second = document.querySelector<HTMLElement>('#second')!
  second.focus()
  second.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...parts }))
  return document.activeElement!.id
}

interface Parts extends KeyboardEventInit {
  readonly hasSingleKeys?: boolean
}

test('arrows move always, and letters where single keys act, without Shift', async () => {
  expect(await after('ArrowDown')).toBe('third')
  expect(await after('ArrowUp', { hasSingleKeys: false })).toBe('first')
  expect(await after('j')).toBe('third')
  expect(await after('k')).toBe('first')
  expect(await after('j', { hasSingleKeys: false })).toBe('second')
  expect(await after('J', { shiftKey: true })).toBe('second')
})

test('on a layout without Latin letters, a key is known by its place', async () => {
  expect(await after('о', { code: 'KeyJ' })).toBe('third')
  expect(await after('л', { code: 'KeyK' })).toBe('first')
})
