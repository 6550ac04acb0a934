import { busSuite } from '#ports/bus.suite.ts'
import { buses } from './buses.ts'

busSuite(async (count) => buses(count))
