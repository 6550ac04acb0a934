import type { Services } from './services.ts'

/** Runs write transactions, as `services.data.transact` does. */
export type Transact = Services['data']['transact']

/** The same services, with another way to run write transactions. */
export const withTransactions = (services: Services, transact: Transact): Services => ({
  ...services,
  data: { ...services.data, transact },
})
