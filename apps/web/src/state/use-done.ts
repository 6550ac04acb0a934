import { useApp } from './use-app.ts'
import { useKnown } from './use-known.ts'

/** Whether a first step or a hint is over on this device, and a function that ends it. */
export function useDone(name: string): [isDone: boolean, finish: () => void] {
  const { store } = useApp()
  const isDone = useKnown(({ device }) => device.done.includes(name))
  return [
    isDone,
    () => {
      const { device } = store.get()
      if (!device.done.includes(name)) store.set({ device: { ...device, done: [...device.done, name] } })
    },
  ]
}
