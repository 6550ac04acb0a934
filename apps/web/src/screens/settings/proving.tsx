import { ApiError } from '@tagma/client/api-error.ts'
import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { type App, AppContext, useApp } from '#state/use-app.ts'
import { ProofDialog } from './use-proof.tsx'

interface Asked {
  readonly ways: readonly string[]
  /** Goes on with the call, or gives it up. */
  readonly settle: (isProved: boolean) => void
}

/**
 * Lets everything inside call the server as before: where a call takes a proof that it is oneself, a dialog asks for it,
 * and the call is made again. Whoever closes the dialog gets the server's refusal.
 */
export function Proving({ children }: { readonly children: ComponentChildren }) {
  const app = useApp()
  const [asked, setAsked] = useState<Asked>()
  const proving = useMemo<App>(() => {
    const { call } = app.client
    const isProved = (ways: readonly string[]) =>
      new Promise<boolean>((resolve) =>
        setAsked({
          ways,
          settle: (isDone) => {
            setAsked(undefined)
            resolve(isDone)
          },
        }),
      )
    const callWithProof: typeof call = async (...args) => {
      try {
        return await call(...args)
      } catch (error) {
        const isAsked = error instanceof ApiError && error.code === 'STEP_UP_REQUIRED'
        if (!isAsked || !(await isProved(error.fields.ways as readonly string[]))) throw error
        return call(...args)
      }
    }
    return { ...app, client: { ...app.client, call: callWithProof } }
  }, [app])
  return (
    <AppContext.Provider value={proving}>
      {children}
      {asked && (
        <AppContext.Provider value={app}>
          <ProofDialog
            ways={asked.ways}
            onClose={() => asked.settle(false)}
            onProved={() => asked.settle(true)}
          />
        </AppContext.Provider>
      )}
    </AppContext.Provider>
  )
}
