import { afterPaint } from '#parts/after-paint.ts'
import { showLastScreen } from './last-screen.ts'

// Whatever imports this runs once the last screen is on the glass: the rest of the page would come before that frame.
if (showLastScreen()) await new Promise<void>((resolve) => void afterPaint(resolve))
