import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test, vi } from 'vitest'
import { lazy, loadLazyParts } from './lazy.tsx'

afterEach(() => render(null, document.body))

const Greeting = ({ name }: { readonly name: string }) => <p>Hello {name}</p>
const text = () => document.body.textContent

test('nothing is drawn until the code is there', async () => {
  let arrive = () => {}
  const Late = lazy(async () => {
    await new Promise<void>((resolve) => (arrive = resolve))
    return Greeting
  })
  await act(() => render(<Late name="Iris" />, document.body))
  expect(text()).toBe('')
  await act(async () => {
    arrive()
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(text()).toBe('Hello Iris')
})

test('what was loaded before it is needed is drawn at once', async () => {
  const Early = lazy(() => Promise.resolve(Greeting))
  await loadLazyParts()
  await act(() => render(<Early name="Otto" />, document.body))
  expect(text()).toBe('Hello Otto')
})

test('letters and Enter pressed before the code is there go into its field', async () => {
  let arrive = () => {}
  const seen: string[] = []
  const Field = () => (
    <input
      autofocus
      ref={(input) => input?.focus()}
      onInput={({ currentTarget }) => void seen.push(currentTarget.value)}
      onKeyDown={({ key }) => void seen.push(key)}
    />
  )
  const Late = lazy(
    async () => {
      await new Promise<void>((resolve) => (arrive = resolve))
      return Field
    },
    { takesKeys: true },
  )
  await act(() => render(<Late />, document.body))
  for (const key of ['t', 'o', 'Enter'])
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  await act(async () => {
    arrive()
    await new Promise((resolve) => setTimeout(resolve))
  })
  await new Promise((resolve) => setTimeout(resolve))
  expect(seen).toEqual(['to', 'Enter'])
})

test('a part waits for the styles of such parts, and asks again for what did not come', async () => {
  document.head.innerHTML = '<meta name="later-styles" content="/assets/later.css">'
  // No server has the sheet.
  const append = vi.spyOn(document.head, 'append').mockReturnValue()
  const answer = async (event: 'error' | 'load') => {
    const link = append.mock.lastCall?.[0] as HTMLLinkElement
    await act(async () => {
      link.dispatchEvent(new Event(event))
      await new Promise((resolve) => setTimeout(resolve))
    })
    return link.getAttribute('href')
  }
  const Styled = lazy(() => Promise.resolve(Greeting))
  await act(() => render(<Styled name="Mia" />, document.body))
  expect(await answer('error')).toBe('/assets/later.css')
  expect(text()).toBe('')
  render(null, document.body)
  await act(() => render(<Styled name="Mia" />, document.body))
  expect(text()).toBe('')
  await answer('load')
  expect(text()).toBe('Hello Mia')
  expect(append).toHaveBeenCalledTimes(2)
})
