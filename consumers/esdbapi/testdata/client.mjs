// Appends, reads and subscribes with a client for Node.js: client.mjs MODULE CONNECTION-STRING. Prints what it
// saw as one JSON document.
import { createRequire } from "node:module";
import { join } from "node:path";

const [module, url] = process.argv.slice(2);
const client = createRequire(join(process.cwd(), "package.json"))(module);
const Client = client.KurrentDBClient ?? client.EventStoreDBClient;
const db = Client.connectionString(url);
const stream = "lane-01KT1GW6G0FXE8CX6BVXYZ3Z6R";
const metadata = { emitter: "ci", source: { kind: "test" }, version: 1 };
const event = (type, id, data) => client.jsonEvent({ type, id, data, metadata });
const at = (state) => ({ expectedRevision: state, streamState: state }); // one name in each client
const saw = {};

const first = event("lane.started", "01890a5d-ac96-774b-bcce-b302099a8057", { purpose: "fix" });
const appended = await db.appendToStream(stream, first, at(client.NO_STREAM));
saw.next = Number(appended.nextExpectedRevision);
const again = await db.appendToStream(stream, first, at(client.NO_STREAM));
saw.again = Number(again.nextExpectedRevision);
await db.appendToStream(stream, event("lane.heartbeat", "01890a5d-ac96-774b-bcce-b302099a8058", {}), at(0n));
try {
  await db.appendToStream(stream, event("lane.heartbeat", "01890a5d-ac96-774b-bcce-b302099a8059", {}), at(client.NO_STREAM));
} catch (error) {
  saw.conflict = error.type ?? error.name;
}
try {
  await db.appendToStream(stream, event("no.kind", "01890a5d-ac96-774b-bcce-b302099a8060", {}));
} catch (error) {
  saw.refused = String(error.message ?? error).length > 0;
}

saw.forwards = [];
for await (const { event } of db.readStream(stream, { direction: client.FORWARDS, fromRevision: client.START })) {
  saw.forwards.push([event.type, Number(event.revision), event.id]);
}
saw.backwards = [];
for await (const { event } of db.readStream(stream, { direction: client.BACKWARDS, fromRevision: client.END, maxCount: 1 })) {
  saw.backwards.push([event.type, Number(event.revision)]);
}
saw.all = [];
for await (const { event } of db.readAll({ direction: client.FORWARDS, fromPosition: client.START })) {
  saw.all.push(event.type);
}
try {
  for await (const _ of db.readStream("lane-01KT1GW6G0FXE8CX6BVXYZ3Z7S")) saw.nothing = "an event";
} catch (error) {
  saw.nothing = error.type ?? error.name;
}

saw.subscribed = [];
const subscription = db.subscribeToAll({ fromPosition: client.START, filter: client.streamNameFilter({ prefixes: ["lane-"] }) });
for await (const { event } of subscription) {
  saw.subscribed.push(event.type);
  if (saw.subscribed.length === 2) {
    await db.appendToStream(stream, event.type === "lane.heartbeat" ? client.jsonEvent({ type: "lane.heartbeat", id: "01890a5d-ac96-774b-bcce-b302099a8061", data: {}, metadata }) : first);
  }
  if (saw.subscribed.length === 3) break;
}
await subscription.unsubscribe().catch(() => {}); // leaving the loop ended it
await db.dispose();
console.log(JSON.stringify(saw));
process.exit(0);
