import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** Whether a form around it waits for a right that was lost. */
export const KeptContext = createContext(false)

/** Whether the form around a control may only be read now. */
export const useIsKept = () => useContext(KeptContext)
