/** Models with one object of each kind. */

const cube = `cubes:
  - name: orders
    sql_table: shop.orders
    refresh_key:
      every: 1 hour
    joins:
      - name: users
        sql: "{CUBE}.user_id = {users.id}"
        relationship: many_to_one
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
      - name: status
        sql: status
        type: string
        links:
          - name: details
            label: Details
            url: id
            params:
              - key: id
                value: id
      - name: code
        sql: code
        type: string
      - name: place
        type: geo
        latitude:
          sql: lat
        longitude:
          sql: lon
      - name: size
        type: string
        case:
          when:
            - sql: "{CUBE}.size = 1"
              label: small
          else:
            label: large
      - name: created_at
        sql: created_at
        type: time
        granularities:
          - name: fiscal_year
            interval: 1 year
            offset: 3 months
          - name: fortnight
            interval: 2 weeks
            origin: "2024-01-01"
    measures:
      - name: count
        type: count
      - name: total
        sql: amount
        type: sum
        filters:
          - sql: "{CUBE}.paid"
        rolling_window:
          trailing: 1 month
      - name: since_january
        sql: amount
        type: sum
        rolling_window:
          type: to_date
          granularity: year
      - name: last_year
        multi_stage: true
        sql: "{total}"
        type: number
        time_shift:
          - time_dimension: created_at
            interval: 1 year
            type: prior
      - name: place_of_total
        multi_stage: true
        type: rank
        order_by:
          - sql: "{total}"
            dir: asc
        reduce_by:
          - status
    segments:
      - name: paid
        sql: "{CUBE}.paid"
    hierarchies:
      - name: sizes
        levels:
          - size
          - status
    pre_aggregations:
      - name: daily
        measures:
          - count
        time_dimension: created_at
        granularity: day
        partition_granularity: month
        refresh_key:
          every: 1 day
          incremental: true
        build_range_start:
          sql: SELECT MIN(created_at) FROM shop.orders
        indexes:
          - name: by_status
            columns:
              - status
      - name: plain
        measures:
          - count
        dimensions:
          - status
      - name: everything
        type: original_sql
    access_policy:
      - group: analysts
        conditions:
          - if: "{ security_context.active }"
        row_level:
          filters:
            - member: status
              operator: equals
              values:
                - open
            - or:
                - member: size
                  operator: equals
                  values:
                    - small
                - member: status
                  operator: notEquals
                  values:
                    - done
        member_level:
          includes: "*"
  - name: users
    sql: SELECT * FROM shop.users
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
  - name: shops
    sql_table: shop.shops
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
`;

const view = `views:
  - name: sales
    cubes:
      - join_path: orders
        includes:
          - count
          - name: total
            alias: revenue
      - join_path: orders.users
        prefix: true
        includes: "*"
    folders:
      - name: basics
        includes:
          - count
view_groups:
  - name: shop
    views:
      - sales
`;

export const everything: Readonly<Record<string, string>> = { 'cubes/orders.yml': cube, 'views/sales.yml': view };
