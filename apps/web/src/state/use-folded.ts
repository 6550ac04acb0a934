import { useApp } from './use-app.ts'
import { useKnown } from './use-known.ts'

/** Whether a section of a list is folded on this device, and a function that changes it. */
export function useFolded(key: string): [isFolded: boolean, setFolded: (isFolded: boolean) => void] {
  const { store } = useApp()
  const isFolded = useKnown(({ device }) => device.folded.includes(key))
  return [
    isFolded,
    (folds) => {
      const { device } = store.get()
      const others = device.folded.filter((other) => other !== key)
      store.set({ device: { ...device, folded: folds ? [...others, key] : others } })
    },
  ]
}
