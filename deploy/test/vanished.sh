#!/bin/sh
# Two hosts of its own and a cable between them, which is pulled: run by vanished.test.ts inside of
# `unshare --net`. Says what happens; the test judges it.
#   vanished.sh NODE MAIN FOLDER
set -eu
node=$1 main=$2 folder=$3
# It takes what it has started with it, however it ends: a server without its network would stay.
trap 'kill $server $client $peer 2>/dev/null || true' EXIT
server='' client=''
unshare --net sleep 600 &
peer=$!
# Until it has a network of its own, the cable would end here.
while [ "$(readlink /proc/$peer/ns/net)" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.1; done
ip link set lo up
ip link add here type veth peer name there
ip link set there netns $peer
ip address add 10.9.9.1/24 dev here
ip link set here up
nsenter --net=/proc/$peer/ns/net ip address add 10.9.9.2/24 dev there
nsenter --net=/proc/$peer/ns/net ip link set there up

"$node" "$main" --app.server.host=0.0.0.0 --app.server.port=8080 --app.archive.url=off \
  --app.stream.heartbeat=1s --app.stream.stall-timeout=3s >"$folder/server.log" &
server=$!
until grep -q 'listens on' "$folder/server.log"; do sleep 0.1; done
nsenter --net=/proc/$peer/ns/net "$node" -e '
  require("node:net").connect(8080, "10.9.9.1").on("data", (bytes) => process.stdout.write(bytes))
    .write("GET /api/webhook/events HTTP/1.1\r\nHost: 10.9.9.1\r\n\r\n")' >"$folder/client.log" &
client=$!
streams() {
  "$node" -e 'fetch("http://127.0.0.1:8080/metrics").then((answer) => answer.text()).then((text) =>
    console.log(text.match(/^hookline_streams[ {].*|^hookline_streams_cut_total.*stalled.*/gm).join(" ")))'
}
until grep -q heartbeat "$folder/client.log"; do sleep 0.1; done
echo "before: $(streams)"
nsenter --net=/proc/$peer/ns/net ip link set there down
until streams | grep -q '^hookline_streams 0'; do sleep 0.5; done
echo "after: $(streams)"
