import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test } from 'vitest'
import { NumberField } from './number-field.tsx'

afterEach(() => render(null, document.body))

const saved: number[] = []

const draw = (value: number | undefined, onSave = (next: number) => void saved.push(next)) =>
  act(() =>
    render(
      <NumberField
        label="Days"
        least={1}
        most={100}
        {...{ value, onSave }}
        isDisabled={false}
        fitting="From 1 to 100."
      />,
      document.body,
    ),
  )

const field = () => document.querySelector('input')!

async function type(text: string) {
  field().value = text
  await act(() => void field().dispatchEvent(new InputEvent('input', { bubbles: true })))
}

const leave = () => act(() => void field().dispatchEvent(new Event('change', { bubbles: true })))

test('what is being typed stays when the number changes meanwhile', async () => {
  await draw(undefined)
  await type('90')
  await draw(7)
  expect(field().value).toBe('90')
  await leave()
  // The old number does not come back while the new one is on its way.
  expect([saved, field().value]).toEqual([[90], '90'])
  await draw(90)
  expect(field().value).toBe('90')
  await draw(12)
  expect(field().value).toBe('12')
})

test('the old number is saved again while another one is on its way', async () => {
  saved.length = 0
  await draw(7)
  for (const text of ['8', '7']) {
    await type(text)
    await leave()
  }
  expect([saved, field().value]).toEqual([[8, 7], '7'])
})

test.each(['0', '101', '1.5', ''])('%j is not saved, and stays with the reason', async (text) => {
  saved.length = 0
  await draw(7)
  await type(text)
  await leave()
  expect([field().value, field().getAttribute('aria-invalid')]).toEqual([text, 'true'])
  expect(document.querySelector('[role=alert]')?.textContent).toBe('From 1 to 100.')
  expect(saved).toEqual([])
})

test('what was refused comes back', async () => {
  let refuse = () => {}
  await draw(7, ((_next: number, onRefused: () => void) => (refuse = onRefused)) as never)
  await type('8')
  await leave()
  await act(() => refuse())
  expect(field().value).toBe('8')
})
