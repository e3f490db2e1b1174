// After a build: the bundle holds no fake, keeps the file that Go's embed needs, and has not grown past its bounds.
import { readdir, readFile, access } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const dist = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'dist')
const bounds = { '.js': 110, '.css': 16 } // kB, compressed, all files of a kind together
const sizes = { '.js': 0, '.css': 0 }
const problems = []

await access(path.join(dist, '.keep')).catch(() => problems.push('dist/.keep is gone'))
for (const name of await readdir(path.join(dist, 'assets'))) {
  const text = await readFile(path.join(dist, 'assets', name))
  if (text.includes('pace-fake-transport')) problems.push(`${name} contains the fake transport`)
  const kind = path.extname(name)
  if (kind in sizes) sizes[kind] += gzipSync(text).length / 1000
}
for (const [kind, kB] of Object.entries(sizes))
  if (kB > bounds[kind]) problems.push(`${kind} is ${kB.toFixed(1)} kB compressed, more than ${bounds[kind]}`)

for (const p of problems) console.error(p)
console.log(
  `bundle: ${Object.entries(sizes)
    .map(([k, kB]) => `${k} ${kB.toFixed(1)} kB`)
    .join(', ')} compressed`,
)
process.exitCode = problems.length ? 1 : 0
