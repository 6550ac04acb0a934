import type { Client } from '@tagma/client/client.ts'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { CommandStack } from '#keys/command-stack.ts'
import type { DeedRunner } from '#outbox/deed-runner.ts'
import type { Writing } from '#outbox/writing.ts'
import type { Column } from './column.ts'
import type { Known } from './known.ts'
import type { Store } from './store.ts'

/** Everything that actions and screens are given. */
export interface App {
  readonly store: Store<Known>
  /** Calls the server as the person who is signed in. */
  readonly client: Client
  readonly clock: Clock
  /** Texts that are written and not on the server yet. */
  readonly writing: Writing
  /** Reactions, flags, policies and the reader's status that wait for a network. */
  readonly deeds: Pick<DeedRunner, 'add' | 'forget'>
  /** Handlers for the commands of keys and of the palette. */
  readonly commands: Pick<CommandStack, keyof CommandStack>
  /** The column that it is used in; outside of columns the page. */
  readonly column: Column
  /** Opens an address: `#inbox`, `#narrow/…`. With `replace`, Back does not return to the present one. */
  go(address: string, options?: { readonly replace?: boolean }): void
  /** Tries to connect at once. */
  retry(): void
  /** The end of the session that the page runs in. */
  readonly session: {
    /** Leaves for the sign-in page, because the server no longer accepts the session. */
    leave(): void
    /** Ends the session, and erases what it left on this device. Rejects if the server cannot be reached. */
    signOut(): Promise<void>
  }
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export const AppContext = createContext<App | undefined>(undefined)

/** Returns the app, for handlers that act. */
export function useApp(): App {
  const app = useContext(AppContext)
  if (!app) throw new Error('useApp needs an AppContext above it.')
  return app
}
