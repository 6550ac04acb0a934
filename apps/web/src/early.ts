// The page's first modules, and small ones: what they begin goes on while the browser loads and compiles the rest.
import '#kept/first-read.ts'
import '#wire/early-registration.ts'
import '#kept/first-frame.ts'
