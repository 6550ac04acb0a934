// The page's first module, and a small one: what it begins goes on while the browser loads and compiles the rest.
import '#kept/first-read.ts'
