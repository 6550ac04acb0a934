import { beginSecondFactor as endpoint } from '@tagma/contract/endpoints/sign-in/begin-second-factor.ts'
import { handle } from '#call/call.ts'
import { beginSecondFactor } from '../begin-second-factor.ts'

export const beginSecondFactorHandler = handle(endpoint, beginSecondFactor)
