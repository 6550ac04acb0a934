import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test } from 'vitest'
import { Tooltips } from './tooltips.tsx'

afterEach(() => render(null, document.body))

const draw = () =>
  act(() =>
    render(
      <>
        <time data-tip="Sunday at 14:02:31">14:02</time>
        <button type="button" data-tip=":tada: Otto">
          <span>🎉</span>
        </button>
        <p>Elsewhere</p>
        <Tooltips />
      </>,
      document.body,
    ),
  )

const tip = () => document.querySelector('[role=tooltip]')?.textContent

/** Taps something, as a finger or a mouse does. */
const tap = (selector: string, pointerType = 'touch') =>
  act(() => {
    const target = document.querySelector<HTMLElement>(selector)!
    target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType }))
    target.click()
  })

test('a tap on a time shows it exactly, until the next press', async () => {
  await draw()
  await tap('time')
  expect(tip()).toBe('Sunday at 14:02:31')
  await tap('p')
  expect(tip()).toBeUndefined()
})

test('a tap on a button only presses it, and a click of a mouse shows nothing', async () => {
  await draw()
  await tap('button span')
  expect(tip()).toBeUndefined()
  await tap('time', 'mouse')
  expect(tip()).toBeUndefined()
})
