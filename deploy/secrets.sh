#!/bin/sh
# Adds the passwords that compose.yaml needs to the file .env beside it, where Docker Compose reads them; keeps those that are
# there already. Each is of letters and digits and begins with a letter, so that shells, addresses and NATS take it as it is.
set -eu
umask 077
file=$(dirname "$0")/.env
touch "$file"
for name in CLICKHOUSE_PASSWORD GRAFANA_PASSWORD NATS_COLLECT_PASSWORD NATS_OPERATOR_PASSWORD NATS_ROUTE_PASSWORD \
  NATS_SERVE_PASSWORD NATS_STORE_PASSWORD; do
  grep -q "^$name=." "$file" || echo "$name=p$(head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n')" >> "$file"
done
