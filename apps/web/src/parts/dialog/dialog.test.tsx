import type { ComponentChildren } from 'preact'
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

afterEach(() => {
  render(null, document.body)
  vi.unstubAllGlobals()
})

const draw = (children: ComponentChildren, onSubmit?: () => void, isDisabled = false) =>
  act(() =>
    render(
      <Dialog
        title="Forward"
        onClose={() => {}}
        {...(onSubmit && { onSubmit })}
        foot={
          <button type="submit" disabled={isDisabled}>
            Forward
          </button>
        }
      >
        {children}
      </Dialog>,
      document.body,
    ),
  )
const focused = () => document.activeElement?.id || document.activeElement?.className

test('the focus begins at the element that asks for it, else at the first field, else at the text', async () => {
  await draw(
    <>
      <input id="first" />
      <input id="asking" autofocus />
    </>,
    () => {},
  )
  expect(focused()).toBe('asking')
  render(null, document.body)
  await draw(
    <>
      <input type="radio" name="which" />
      <input type="radio" name="which" id="chosen" checked />
      <textarea />
    </>,
    () => {},
  )
  expect(focused()).toBe('chosen')
  render(null, document.body)
  await draw(
    <label>
      <input type="checkbox" />
      What is read
    </label>,
  )
  expect(focused()).toBe('dialog-body')
})

test('Ctrl+Enter in a text sends the form, unless its button is disabled', async () => {
  const press = (ctrlKey: boolean) =>
    document
      .querySelector('textarea')!
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey, bubbles: true, cancelable: true }))
  const onSubmit = vi.fn()
  await draw(<textarea />, onSubmit)
  press(false)
  expect(onSubmit).toHaveBeenCalledTimes(0)
  press(true)
  expect(onSubmit).toHaveBeenCalledTimes(1)
  render(null, document.body)
  await draw(<textarea />, onSubmit, true)
  press(true)
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

test('by touch, a field that is one of several things to do brings no keyboard', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  await draw(<input id="only" autofocus />, () => {})
  expect(focused()).toBe('only')
  for (const [first, focus] of [
    [<input key="1" id="text" autofocus />, 'dialog'],
    [<input key="1" id="choice" type="radio" checked />, 'choice'],
  ] as const) {
    render(null, document.body)
    await draw([first, <select key="2" />], () => {})
    expect(focused()).toBe(focus)
  }
})
